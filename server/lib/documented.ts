import type * as z from 'zod/mini'
import type { Subject } from '../../domain/accounts/access-tokens/scopes.ts'
import type { Method } from '../../domain/lib/endpoint.ts'
import type { PageQuery } from '../../domain/lib/page.ts'
import type { RefusalKind } from '../../domain/lib/refusal.ts'

type Schema = z.ZodMiniType

/** A registered call. The API document and the refusal of wrong methods are made from the list of these. */
export interface Documented {
  /** As the domain declares it. */
  contract: object
  isOpen?: true | undefined
  method: Method
  /** The registered path: `/api/goals/:goal`. */
  path: string
  tag: string
  /** The subject of the scopes that a program needs; null when the call takes no access token. */
  subject: Subject | null
  summary: string
  query?: Schema | undefined
  /** The query parameters of a page. */
  pageQuery?: readonly PageQuery[] | undefined
  body?: Schema | undefined
  response: Schema
  /** The response is the schema of `serverData`. */
  isPage?: boolean
  /** A moved page redirects to its new address. */
  moves?: true | undefined
  /** The response is a stream of server-sent events, each with this schema. */
  isStream?: boolean
  refusals?: readonly RefusalKind[] | undefined
  access: 'everyone' | 'signed in'
  /** The call reads and returns `X-Person`. */
  meansPerson: boolean
  /** The form field of the uploaded file. */
  takesFile?: string | undefined
  keyed?: boolean | undefined
  timed?: boolean | undefined
}
