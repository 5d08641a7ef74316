import { createHash } from 'node:crypto'

/** The SHA-256 of a secret token. Only this is stored, so a stolen database opens nothing. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
