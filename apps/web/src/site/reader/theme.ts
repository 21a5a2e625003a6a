// Runs before the first paint, as a classic script: it must import nothing. What was chosen becomes an attribute that the
// style sheet knows; without a choice, or with one it does not know, a page looks as it does for everybody.
try {
  for (const key of ['theme', 'text_size', 'text_font']) {
    const chosen = localStorage.getItem(key)
    if (chosen) document.documentElement.dataset[key] = chosen
  }
} catch {
  // Storage is blocked: there is no choice to apply.
}
