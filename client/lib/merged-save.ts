/**
 * Saving a form that somebody else may have saved meanwhile (D-140). What changed is sent with the revision that the
 * form began from. When that is old, the server returns the newer state, the two are joined, and the result is sent.
 */
import { type Clash, changedFields, merge, type Side } from '../../domain/lib/merge.ts'
import type { Newer } from '../../domain/lib/refusal.ts'
import { CallRefused } from './api.ts'

/** What a form began from. */
export interface Stored<Form> {
  form: Form
  revision: number
}

/** Asks whose change to take where both changed the same; null leaves everything as it is. */
export type AskClashes = (clashes: readonly Clash[]) => Promise<Readonly<Record<string, Side>> | null>

interface Save<Form extends object, Saved> {
  base: Stored<Form>
  mine: Form
  send: (changed: Partial<Form> & { revision: number }, form: Form) => Promise<Saved>
  /** Makes the form of what is stored. The server returns it as the form began, in the shape that this function takes. */
  read: (newer: never) => Form
  ask: AskClashes
  /** Both are joined; from now on the form shows this, and began from that. */
  onJoined: (form: Form, base: Stored<Form>) => void
}

/**
 * Returns null when nothing was changed, so that nothing had to be sent.
 *
 * @throws the refusal of the older state if the person does not choose
 */
export async function saveMerged<Form extends object, Saved>(save: Save<Form, Saved>): Promise<Saved | null> {
  let { base, mine } = save
  for (;;) {
    const changed = changedFields(base.form, mine)
    if (Object.keys(changed).length === 0) return null
    try {
      return await save.send({ ...changed, revision: base.revision }, mine)
    } catch (error) {
      const newer = newerOf(error)
      if (!newer) throw error
      const theirs = { form: save.read(newer as never), revision: newer.revision }
      const { clashes } = merge(base.form, mine, theirs.form)
      const choices = clashes.length === 0 ? {} : await save.ask(clashes)
      if (!choices) throw error
      mine = merge(base.form, mine, theirs.form, choices).merged
      base = theirs
      save.onJoined(mine, base)
    }
  }
}

function newerOf(error: unknown): Newer | undefined {
  return error instanceof CallRefused && error.status === 409 ? error.body.newer : undefined
}
