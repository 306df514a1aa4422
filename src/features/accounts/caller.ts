// Who makes a request of accounts, before it is known whether they are let in.

/** A Caller is where a request comes from, what the program calls itself, and who was signed in there already. */
export type Caller = { address: string; trusted: boolean; userId: number | null; device: string }
