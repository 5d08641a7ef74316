/** Calls to the sandbox that match those of the provider's script (sandbox/README.md). */
import { NoResponse } from '../../lib/api.ts'
import { CardError } from './card.ts'

export interface SandboxObject {
  id: string
  status?: string
}

interface Refusal {
  code?: string
  param?: string
  message?: string
  payment_intent?: SandboxObject
}

/** Names the field that it is about. */
export class SandboxRefusal extends CardError {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.message ?? 'Your card was declined.')
    this.refusal = refusal
  }
}

/** @param key the publishable key */
export async function callSandbox(
  key: string,
  method: 'GET' | 'POST',
  path: string,
  fields: Record<string, string>
): Promise<SandboxObject> {
  const text = new URLSearchParams(fields).toString()
  const url = `/sandbox/v1/${path}`
  const response = await fetch(method === 'GET' ? `${url}?${text}` : url, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
    ...(method === 'POST' ? { body: text } : {})
  }).catch(lost)
  const body = (await response.json().catch(lost)) as SandboxObject & { error?: Refusal }
  if (response.ok) return body
  // A server error leaves the outcome unknown.
  if (response.status >= 500 || !body.error) throw new NoResponse(`the sandbox responded with ${response.status}`)
  throw new SandboxRefusal(body.error)
}

function lost(error: unknown): never {
  throw new NoResponse(error instanceof Error ? error.message : String(error))
}
