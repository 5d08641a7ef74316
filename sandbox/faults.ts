/** Errors of the sandbox in the provider's format. The SDK chooses its error class by status and type. */
interface FaultBody {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  payment_intent?: object
}

export class Fault extends Error {
  readonly status: number
  readonly body: FaultBody
  /** Whether the call's changes are kept. A declined payment leaves a failed charge, for example. */
  readonly keeps: boolean

  constructor(status: number, body: FaultBody, keeps = false) {
    super(body.message)
    this.status = status
    this.body = body
    this.keeps = keeps
  }
}

/** A 400 for a wrong parameter or state. */
export function invalid(message: string, param?: string, code?: string): Fault {
  return new Fault(400, { type: 'invalid_request_error', message, param, code })
}

/**
 * A 404 for an object that the address names, or a 400 for one that a parameter names.
 * @param param the parameter; `id` for the address
 */
export function missing(kind: string, id: string, param: string): Fault {
  const message = `No such ${kind}: '${id}'`
  const status = param === 'id' ? 404 : 400
  return new Fault(status, { type: 'invalid_request_error', code: 'resource_missing', message, param })
}
