/** Checks the form before it is sent. The documented texts (B§5) appear beside the fields and as warnings. */
import { SET_TITLE } from '../../domain/activities/fields.ts'
import { checkAlerts, checkParts, checkPlan } from '../../domain/activities/parts-check.ts'
import { planLimits } from '../../domain/activities/plan-limits.ts'
import { lengthError } from '../../domain/sessions/length.ts'
import { startError } from '../../domain/sessions/times.ts'
import type { Form, Kind } from './form.ts'

const SET_DURATION = 'Please set the challenge duration.'

export interface FormCheck {
  /** Errors by path, as the server names them: `title`, `parts.0.parts.2.started_at`. */
  fields: Record<string, string>
  warnings: string[]
}

/** Checks while the person edits: dates and lengths that do not fit. `earliest` is the earliest allowed start, in ms. */
export function checkLive(form: Form, earliest: number | null): FormCheck {
  const { fields, warnings } = checkParts(form, form.started_at)
  const past = earliest === null ? null : startError(form.started_at, earliest)
  return {
    fields: { ...planLimits(form), ...checkAlerts(form.parts), ...fields, ...(past ? { started_at: past } : {}) },
    warnings: past ? [past, ...warnings] : warnings
  }
}

/** Runs all checks, before sending. */
export function checkForm(form: Form, kind: Kind, earliest: number | null): FormCheck {
  const live = checkLive(form, earliest)
  const fields = { ...checkPlan(form), ...live.fields }
  const warnings = [...live.warnings]
  if (form.title.trim() === '') {
    fields.title = SET_TITLE
    warnings.unshift(SET_TITLE)
  }
  const length = kind === 'session' ? lengthProblem(form.duration) : null
  if (length) {
    fields.duration = length
    warnings.unshift(length)
  }
  for (const [g, group] of form.tasks.entries()) {
    for (const [index, task] of group.parts.entries()) {
      if (task.title.trim() === '') fields[`tasks.${g}.parts.${index}.title`] = 'Value is required.'
    }
  }
  if (warnings.length === 0) warnings.push(...Object.values(fields).slice(0, 1))
  return { fields, warnings }
}

function lengthProblem(seconds: number): string | null {
  return seconds === 0 ? SET_DURATION : lengthError(seconds)
}
