/** Shows the server's validation messages under their fields (API-48). */
import { useState } from 'react'
import { CallRefused, Skipped } from '../../lib/api.ts'
import { CodeMissing } from '../loading/late.tsx'

/** The messages by field, for `form.setErrors`. Empty if the server refused for another reason. */
export function errorsByField(error: unknown): Record<string, string> {
  if (!(error instanceof CallRefused)) return {}
  const { errors } = error.body
  return errors && !Array.isArray(errors) ? errors : {}
}

/**
 * The message under the whole form. Empty for a call that was skipped because the same one is running, and for missing
 * code, which a toast has reported.
 */
export function messageOf(error: unknown): string {
  if (error instanceof CallRefused) return error.message
  if (error instanceof Skipped || error instanceof CodeMissing) return ''
  if (!navigator.onLine) return 'You’re offline. Please try again when you reconnect.'
  return 'The server didn’t answer. Please try again.'
}

interface Form {
  submitting: boolean
  setErrors: (errors: Record<string, string>) => void
}

/** Shows a refusal: messages under their fields, or else one message under the whole form. */
export function useRefusal(form: Form, read = errorsByField) {
  const [text, setText] = useState<string | null>(null)
  const clear = (): void => setText(null)
  function show(error: unknown): void {
    const errors = read(error)
    form.setErrors(errors)
    setText(Object.keys(errors).length === 0 ? messageOf(error) : null)
  }
  /** Returns a handler for `form.onSubmit`, which sends the form once at a time and shows a refusal. */
  const guard =
    <Values,>(send: (values: Values) => Promise<void>) =>
    async (values: Values): Promise<void> => {
      if (form.submitting) return
      clear()
      await send(values).catch(show)
    }
  return { text, clear, show, guard }
}
