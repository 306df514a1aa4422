// Parameters of links to the sign-in page: an invited address (`email`), the set-up token (`setup`), or a provider's refusal
// (`refused`). Removed from the address after signing in.

export const guestHere = (): string => new URLSearchParams(location.search).get('email') ?? ''

export const setupTokenHere = (): string | undefined => new URLSearchParams(location.search).get('setup') ?? undefined

/** Why an identity provider's sign-in was refused. */
export const refusalHere = (): string | undefined => new URLSearchParams(location.search).get('refused') ?? undefined

export function forgetGuest(): void {
  const here = new URL(location.href)
  const names = ['email', 'setup', 'refused'].filter((name) => here.searchParams.has(name))
  if (names.length === 0) return
  for (const name of names) here.searchParams.delete(name)
  history.replaceState(history.state, '', here)
}
