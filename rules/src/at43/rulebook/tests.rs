use super::*;

#[test]
fn the_file_is_read_without_a_fault() {
    let book: Book<'_> = toml::from_str(TEXT).unwrap();
    assert_eq!(book.section.len(), 21);
    assert_eq!(book.section.iter().map(|section| section.rule.len()).sum::<usize>(), all().len());
}
