/** Encrypts what a device keeps, with a key that no script can read. */

export interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  data: ArrayBuffer
}

const ALGORITHM = 'AES-GCM'

/** The browser can use the key, but no script can read it. */
export const newKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, ['encrypt', 'decrypt'])

export async function seal(key: CryptoKey, value: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const text = new TextEncoder().encode(JSON.stringify(value))
  return { iv, data: await crypto.subtle.encrypt({ name: ALGORITHM, iv }, key, text) }
}

export async function unseal(key: CryptoKey, { iv, data }: Sealed): Promise<unknown> {
  const text = await crypto.subtle.decrypt({ name: ALGORITHM, iv }, key, data)
  return JSON.parse(new TextDecoder().decode(text))
}

/** The address of a page may name things of the person, so only its digest is stored. */
export async function digest(value: unknown): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(value))
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
