/** What the sandbox refuses, in the provider's words: the SDK makes its error classes of status and type. */
interface FaultBody {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  payment_intent?: object
  setup_intent?: object
  payment_method?: object
}

export class Fault extends Error {
  readonly status: number
  readonly body: FaultBody
  /** Whether what the call has changed stays: a declined payment leaves a failed charge. */
  readonly keeps: boolean

  constructor(status: number, body: FaultBody, keeps = false) {
    super(body.message)
    this.status = status
    this.body = body
    this.keeps = keeps
  }
}

export function invalid(message: string, param?: string, code?: string): Fault {
  return new Fault(400, { type: 'invalid_request_error', message, param, code })
}

/** @param param `id` for the object that the address names, else the parameter that names it */
export function missing(kind: string, id: string, param: string): Fault {
  const message = `No such ${kind}: '${id}'`
  return new Fault(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message,
    param
  })
}
