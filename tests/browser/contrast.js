// Every piece of text that can be read, and how well: those that fall short of WCAG's AA.
const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
// Whatever way a colour is written, a canvas knows what it is.
const colour = (text) => {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = text;
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha / 255];
};
const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
const chain = (element) => (element ? [...chain(element.parentElement), element] : []);
const background = (element) =>
  chain(element).reduce(
    (below, each) => over(colour(getComputedStyle(each).backgroundColor), below),
    colour("Canvas"),
  );
const light = ([r, g, b]) =>
  [r, g, b]
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
const contrast = (one, other) => {
  const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
};
const exempt = "[disabled], [disabled] *, [aria-hidden=true], [aria-hidden=true] *, option, script, style";
const seen = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement;
  const text = walker.currentNode.data.trim();
  if (!text || element.matches(exempt) || !visible(element)) continue;
  const box = element.getBoundingClientRect();
  // Text for screen readers alone is cut down to nothing on the screen.
  if (box.width <= 1 || box.height <= 1) continue;
  const style = getComputedStyle(element);
  const behind = background(element);
  const [r, g, b, alpha] = colour(style.color);
  const opacity = chain(element).reduce((all, each) => all * getComputedStyle(each).opacity, alpha);
  const size = parseFloat(style.fontSize);
  const needed = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
  const ratio = contrast(over([r, g, b, opacity], behind), behind);
  seen.push({ text: text.slice(0, 40), where: element.tagName + "." + element.className, ratio, needed });
}
return {
  seen: seen.length,
  short: seen.filter((each) => each.ratio < each.needed),
};
