/** The names of languages with colours, by their key in the content. */
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
