import { read } from './storage.ts'

/** Shows the way to the admin to those who are signed in; signing in or out in another tab counts at once. */
export function showAdminLink(): void {
  const link = document.querySelector<HTMLElement>('[data-admin-link]')
  if (!link) return
  const update = () => {
    link.hidden = !read('token')
  }
  update()
  addEventListener('storage', update)
}
