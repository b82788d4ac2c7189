use super::*;

#[test]
fn the_file_is_read_and_its_pages_are_those_of_words_on_cards() {
    let book: Book = toml::from_str(TEXT).unwrap();
    assert_eq!(book.section.len(), 13);
    for (word, page) in &book.words {
        let found = words().iter().find(|rule| rule.title == *word);
        let found = found.unwrap_or_else(|| panic!("{word} stands on no card"));
        assert_eq!(found.page, Some(*page));
        let behind = rule(found.row).unwrap();
        assert_ne!(behind.page, Some(*page), "{word} has the page of its rule anyway");
    }
}
