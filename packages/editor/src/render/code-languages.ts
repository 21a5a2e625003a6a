/** The languages of code that have colours, by the name that content gives them. */
export const CODE_LANGUAGES: Readonly<Record<string, string>> = {
  bash: 'Bash',
  c: 'C',
  css: 'CSS',
  go: 'Go',
  html: 'HTML',
  java: 'Java',
  javascript: 'JavaScript',
  json: 'JSON',
  markdown: 'Markdown',
  python: 'Python',
  rust: 'Rust',
  sql: 'SQL',
  typescript: 'TypeScript',
}
