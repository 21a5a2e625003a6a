// Runs before the first paint, as a classic script: it must import nothing. Without a stored choice CSS follows the system.
try {
  const stored = localStorage.getItem('theme')
  if (stored === 'light' || stored === 'dark') document.documentElement.dataset.theme = stored
} catch {
  // Storage is blocked: there is no choice to apply.
}
