// What a link to the way in says: whom an invitation is for (`email`), that it makes the first administrator (`setup`), or why a
// provider's sign-in was refused (`refused`). All are taken out of the address once someone is in.

export const guestHere = (): string => new URLSearchParams(location.search).get('email') ?? ''

export const setupTokenHere = (): string | undefined => new URLSearchParams(location.search).get('setup') ?? undefined

/** refusalHere is why an identity provider's sign-in was refused. */
export const refusalHere = (): string | undefined => new URLSearchParams(location.search).get('refused') ?? undefined

export function forgetGuest(): void {
  const here = new URL(location.href)
  const names = ['email', 'setup', 'refused'].filter((name) => here.searchParams.has(name))
  if (names.length === 0) return
  for (const name of names) here.searchParams.delete(name)
  history.replaceState(history.state, '', here)
}
