/** The server's validator messages under their fields (API-48). */
import { CallRefused } from '../lib/api.ts'

/** By field, as `form.setErrors` takes them; empty when the server refused for another reason. */
export function errorsByField(error: unknown): Record<string, string> {
  if (!(error instanceof CallRefused)) return {}
  const { errors } = error.body
  return errors && !Array.isArray(errors) ? errors : {}
}

/** What to say under the whole form. */
export function messageOf(error: unknown): string {
  if (error instanceof CallRefused) return error.message
  return 'The server did not answer. Please try again.'
}
