// The administrator of tests in a browser, and calls of the API as whoever is signed in on a page.

import type { Page } from 'playwright-core'

export const ADMIN = { email: 'ada@example.com', password: 'correct horse battery', display_name: 'Ada Novak' }

export type ApiCall = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ status: number; body: Record<string, unknown> & { id: number } }>

/** apiOf calls the service as the person who is signed in on the page. */
export function apiOf(page: Page): ApiCall {
  return (method, path, body) =>
    page.evaluate(
      async ([method, path, body]) => {
        const response = await fetch(path as string, {
          method: method as string,
          ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
        })
        const text = await response.text()
        return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
      },
      [method, path, body] as const,
    ) as ReturnType<ApiCall>
}

/** signUp makes the administrator without the forms, and leaves the page signed in at its home. */
export async function signUp(page: Page): Promise<void> {
  await page.request.post('/auth/register', { data: ADMIN })
  await page.goto('/panel/')
  await page.getByRole('link', { name: 'Documents' }).waitFor()
}
