// A classic script that runs before the first paint, so it has no imports. It sets each stored choice as an attribute for
// the style sheet. Without a choice, or with an unknown one, a page has its default look.
try {
  for (const key of ['theme', 'text_size', 'text_font']) {
    const chosen = localStorage.getItem(key)
    if (chosen) document.documentElement.dataset[key] = chosen
  }
} catch {
  // Storage is blocked, so there is no choice.
}
