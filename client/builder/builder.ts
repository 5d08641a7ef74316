/**
 * The form on screen: what was typed, what is wrong with it, and that it is kept (draft.ts). Components read it
 * by `useBuilder`, so that a field deep in a part needs no chain of properties.
 */
import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import type { Plan } from '../../domain/activities/plan.ts'
import { inPlaces } from '../../domain/activities/plan-edit.ts'
import { parseDuration } from '../../domain/lib/duration.ts'
import { randomUuid } from '../lib/client-uuid.ts'
import { getUser } from '../lib/user.ts'
import { checkLive } from './check-form.ts'
import { forgetEarlier, type KeptDraft, keepDraft, openDraft } from './draft.ts'
import type { Form, Kind } from './form.ts'

export interface Builder {
  kind: Kind
  /** Number of the edited session's last event; 0 for everything else. */
  status: 0 | 1 | 2
  form: Form
  /** By path of the field. */
  errors: Record<string, string>
  typed: Record<string, string>
  isChanged: boolean
  key: string
  isSent: boolean
  /** Fields that keep their own text start again when it changes. */
  revision: number
  /** The draft of an earlier visit, until it is restored or discarded. */
  earlier: KeptDraft | null
  set: (change: Partial<Form>) => void
  plan: (step: (plan: Plan) => Plan) => void
  /** A text that is no duration yet; null once the field shows what was understood. */
  type: (key: string, text: string | null) => void
  refuse: (errors: Record<string, string>) => void
  /** Kept with the draft, so that a retry after a reload is known as one. */
  setSent: (isSent: boolean) => void
  restore: () => void
  discard: () => void
}

interface State {
  form: Form
  typed: Record<string, string>
  refused: Record<string, string>
  isChanged: boolean
  revision: number
  key: string
  isSent: boolean
}

export function useNewBuilder(kind: Kind, start: Form, path: string, status: 0 | 1 | 2 = 0): Builder {
  const [earlier, setEarlier] = useState(() => openDraft(path, getUser()?.id ?? null))
  const [state, setState] = useState<State>(() => ({
    form: start,
    typed: {},
    refused: {},
    isChanged: false,
    revision: 0,
    key: randomUuid(),
    isSent: false
  }))
  const { form, typed, isChanged, key, isSent } = state

  useEffect(() => {
    if (isChanged || isSent) keepDraft(path, { form, typed, key, isSent, at: Date.now(), user: getUser()?.id ?? null })
  }, [path, form, typed, isChanged, key, isSent])

  const live = useMemo(() => checkLive(form).fields, [form])
  const steps = useMemo(() => stepsOf(setState), [])
  return {
    kind,
    status,
    ...state,
    earlier,
    errors: { ...live, ...state.refused },
    ...steps,
    restore() {
      if (!earlier) return
      setState(({ revision }) => ({
        form: earlier.form,
        typed: earlier.typed ?? {},
        refused: {},
        isChanged: true,
        revision: revision + 1,
        key: earlier.key ?? randomUuid(),
        isSent: earlier.isSent ?? false
      }))
      forgetEarlier(path)
      setEarlier(null)
    },
    discard() {
      forgetEarlier(path)
      setEarlier(null)
    }
  }
}

function stepsOf(
  setState: (change: (state: State) => State) => void
): Pick<Builder, 'set' | 'plan' | 'type' | 'refuse' | 'setSent'> {
  return {
    set: change => {
      setState(state => ({
        ...state,
        form: { ...state.form, ...change },
        refused: without(state.refused, Object.keys(change)),
        isChanged: true
      }))
    },
    plan: step => {
      setState(state => ({
        ...state,
        form: { ...state.form, ...inPlaces(step(state.form)) },
        // The server's messages name places in the plan as it was.
        refused: without(state.refused, ['parts', 'tasks', 'timers']),
        isChanged: true
      }))
    },
    type: (key, text) => {
      setState(state => {
        const { [key]: _, ...rest } = state.typed
        return { ...state, typed: text === null ? rest : { ...rest, [key]: text }, isChanged: true }
      })
    },
    refuse: refused => setState(state => ({ ...state, refused })),
    setSent: isSent => setState(state => ({ ...state, isSent }))
  }
}

function without(errors: Record<string, string>, fields: readonly string[]): Record<string, string> {
  const stays = Object.entries(errors).filter(([path]) => !fields.includes(path.split('.')[0] ?? ''))
  return Object.fromEntries(stays)
}

const Context = createContext<Builder | null>(null)
export const BuilderProvider = Context.Provider

export function useBuilder(): Builder {
  const builder = useContext(Context)
  if (!builder) throw new Error('This belongs into a builder.')
  return builder
}

/** The first text that cannot be read as a duration, of fields that are still there. */
export function unreadable(typed: Record<string, string>, form: Form): string | null {
  const all = JSON.stringify(form)
  for (const [key, text] of Object.entries(typed)) {
    const [owner = ''] = key.split(' ')
    const parsed = parseDuration(text)
    if (!parsed.ok && (owner === 'form' || all.includes(owner))) return parsed.message
  }
  return null
}

/** Whether something below a path is wrong, other than the named fields. */
export function hasErrors(errors: Record<string, string>, path: string, except: readonly string[] = []): boolean {
  return Object.keys(errors).some(
    field => field.startsWith(`${path}.`) && !except.includes(field.slice(path.length + 1))
  )
}
