import { Text } from '@mantine/core'
import { type KeyboardEvent, memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { ApprovedOnly } from '../accounts/ApprovedOnly.tsx'
import { type ActionText, requireSignIn } from '../accounts/sign-in.ts'
import { afterPurchase } from '../billing/purchase.ts'
import { CallRefused } from '../lib/api.ts'
import { forgetDraft } from '../lib/drafts/kept-drafts.ts'
import type { Making } from '../lib/make-once.ts'
import { usePagePath } from '../lib/page.ts'
import { useUser } from '../lib/user.ts'
import { useAction } from '../ui/ActionButton.tsx'
import { useClashes } from '../ui/forms/ClashDialog.tsx'
import { DraftOffer } from '../ui/forms/DraftOffer.tsx'
import { Form as PageForm } from '../ui/forms/Form.tsx'
import { errorsByField, messageOf } from '../ui/forms/form-errors.tsx'
import { LeaveGuard } from '../ui/forms/LeaveGuard.tsx'
import { TextLink } from '../ui/links/TextLink.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Panel } from '../ui/Panel.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import classes from './Builder.module.css'
import { BuilderProvider, type Builder as BuilderState, startsAt, unreadable, useNewBuilder } from './builder.ts'
import { checkForm, type FormCheck } from './check-form.ts'
import { AboutFields, type Choices } from './fields/AboutFields.tsx'
import { JoinFields } from './fields/JoinFields.tsx'
import { WhenFields } from './fields/WhenFields.tsx'
import type { Form, Kind } from './form.ts'
import { GoalsSection } from './goals/GoalsSection.tsx'
import { enterKey } from './parts/enter-key.ts'
import { PartsSection } from './parts/PartsSection.tsx'
import { WarmUp } from './parts/WarmUp.tsx'
import { SaveBar } from './SaveBar.tsx'
import type { Merging } from './save-changes.ts'
import { PlanTextField } from './text/PlanTextField.tsx'
import { undoByKey } from './UndoButtons.tsx'

/** The data that a save needs in addition to the form. */
export interface Sent extends Merging {
  making: { current: Making }
}

interface Props {
  kind: Kind
  heading: string
  start: Form
  /** The revision of the edited activity or session. */
  revision?: number
  /** The status of the edited session. */
  status?: 0 | 1 | 2
  choices: Choices
  signInText: ActionText
  /** The label of the save button. */
  submit: (form: Form) => string
  /** Saves the form, and returns the address to open next. */
  save: (form: Form, sent: Sent) => Promise<string>
  /** Shown above the form, such as the activity that it was filled in from. */
  intro?: ReactNode
  /** Shown below the form, such as a delete button. */
  end?: (leave: (to: string) => Promise<void>) => ReactNode
  /** The form stays when only the query of its address changes. Fields that nobody edited take over the new start. */
  follows?: boolean
}

/** The page that creates and updates activities and sessions. */
export function Builder(props: Props) {
  if (useUser()?.is_unapproved !== 1) return <Page {...props} />
  return (
    <>
      <PageHeading title={props.heading} />
      <ApprovedOnly>{null}</ApprovedOnly>
    </>
  )
}

function Page({
  kind,
  heading,
  start,
  revision,
  status = 0,
  choices,
  signInText,
  submit,
  save,
  intro,
  end,
  follows = false
}: Props) {
  const path = usePagePath()
  const builder = useNewBuilder(kind, start, path, status, revision)
  const clashes = useClashes({ nameOf: nameIn(choices) })
  const { busy, run } = useAction(error => {
    showRefusal(error)
    return null
  })
  // The server's latest refusal, shown until the form changes.
  const [refused, setRefused] = useState<{ text: string; form: Form } | null>(null)
  const navigate = useNavigate()
  const isLeaving = useRef(false)
  const warn = useWarnings(builder)
  const { form } = builder

  async function leave(to: string): Promise<void> {
    isLeaving.current = true
    await navigate(to)
    // Deletes the draft last, because nothing can write it again after the navigation.
    forgetDraft(builder.draftId)
  }

  async function send(): Promise<void> {
    setRefused(null)
    const { base, join, store } = builder
    const making = {
      get current() {
        return store.get().making
      },
      set current(next) {
        store.get().setMaking(next)
      }
    }
    await leave(await save(form, { making, base, ask: clashes.ask, join }))
  }

  function showRefusal(error: unknown): void {
    if (error instanceof CallRefused && error.body.error_code === 'INSUFFICIENT_TOKENS') {
      afterPurchase(() => void run(send))
      return
    }
    const fields = Object.entries(errorsByField(error)).map(([field, text]) => [
      field.replace(/^challenge\./, ''),
      text
    ])
    builder.refuse(Object.fromEntries(fields))
    const lost = builder.isKept ? NO_RESPONSE : `${NO_ANSWER} Save again when you’re online.`
    setRefused({ text: fields[0]?.[1] ?? (error instanceof CallRefused ? messageOf(error) : lost), form })
  }

  function submitForm(): void {
    const { fields, warnings } = problems(builder)
    builder.refuse(fields)
    warn(warnings)
    setRefused(null)
    if (warnings.length === 0) requireSignIn(signInText, () => void run(send))
  }

  function pressKey(event: KeyboardEvent<HTMLElement>): void {
    undoByKey(event, builder.store)
    enterKey(event)
  }

  return (
    <BuilderProvider value={builder.store}>
      <div data-tour="create">
        <Heading title={heading} />
      </div>
      <DraftOffer drafts={builder.drafts} restore={builder.restore} discard={builder.discard} />
      {intro}
      <PageForm
        className={classes.builder}
        busy={busy}
        onSubmit={submitForm}
        onKeyDownCapture={pressKey}
        aria-label={heading}
      >
        <Sections kind={kind} status={status} choices={choices} />
        <SaveBar busy={busy} submit={submit(form)} refused={refused?.form === form ? refused.text : null} />
      </PageForm>
      {end?.(leave)}
      {GOAL_OF_MY_OWN}
      {clashes.dialog}
      <LeaveGuard
        isChanged={builder.isChanged}
        typed={builder.isKept ? 'kept' : 'no room'}
        follows={follows}
        isLeaving={isLeaving}
      />
    </BuilderProvider>
  )
}

// These stay as they are while the form changes.
const Heading = memo(PageHeading)
const GOAL_OF_MY_OWN = (
  <Text mt="lg">
    <TextLink to="/my/goals?create=1">Create a goal of your own</TextLink>
  </Text>
)

/** Returns a function that shows warnings as toasts. Each disappears when its problem is fixed or the page is left. */
function useWarnings({ form, typed, kind, status }: Checked): (warnings: readonly string[]) => void {
  /** The warnings on screen: their texts and the ids of their toasts. */
  const warned = useRef(new Map<string, string>())
  useEffect(() => {
    if (warned.current.size === 0) return
    const { warnings } = problems({ form, typed, kind, status })
    for (const [text, id] of warned.current) {
      if (warnings.includes(text)) continue
      toast.hide(id)
      warned.current.delete(text)
    }
  }, [form, typed, kind, status])
  useEffect(() => {
    const left = warned.current
    return () => {
      for (const id of left.values()) toast.hide(id)
    }
  }, [])
  return warnings => {
    warned.current.clear()
    for (const warning of warnings) warned.current.set(warning, toast.warning(warning))
  }
}

type Checked = Pick<BuilderState, 'form' | 'typed' | 'kind' | 'status'>

/** The reasons why the form cannot be sent as it is. */
function problems({ form, typed, kind, status }: Checked): FormCheck {
  const { fields, warnings } = checkForm(form, kind, startsAt(kind, status))
  const text = unreadable(typed, form)
  return { fields, warnings: text ? [text, ...warnings] : warnings }
}

const NO_ANSWER = 'The server didn’t answer.'
const NO_RESPONSE = `${NO_ANSWER} What you typed is kept in this browser. Save again when you’re online.`

/** Returns a function that names the category or group behind an id. */
function nameIn({ terms, huts = [] }: Choices) {
  return (field: string, id: number): string | undefined => {
    const named = field === 'term_id' ? terms : field === 'hut_id' ? huts : []
    return named.find(one => one.id === id)?.title
  }
}

/** The fields. They follow the form by themselves, so a change re-renders only its own section. */
const Sections = memo(function Sections({ kind, status, choices }: Pick<Props, 'kind' | 'status' | 'choices'>) {
  return (
    <>
      <Section id="about" title="About">
        <AboutFields {...choices} />
      </Section>
      <Section id="when" title={kind === 'session' ? 'When' : 'How long'}>
        <WhenFields />
      </Section>
      {status === SessionStatus.Ended ? (
        <Text data-area="plan">It’s over. You can still change its texts, category and link.</Text>
      ) : (
        <div data-area="plan">
          <PlanTextField />
          <PartsSection />
          <GoalsSection />
          <WarmUp />
        </div>
      )}
      <Section id="joining" title="Joining">
        <JoinFields />
      </Section>
    </>
  )
})

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Panel id={id} title={title} data-area={id}>
      {children}
    </Panel>
  )
}
