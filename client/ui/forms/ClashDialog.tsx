import { Button, Group } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import type { Clash, Side } from '../../../domain/lib/edits/merge.ts'
import { own } from '../../../domain/lib/own.ts'
import { type AskClashes, type Stored, saveMerged } from '../../lib/merged-save.ts'
import { Dialog } from '../Dialog.tsx'
import classes from './ClashDialog.module.css'
import { clashTitle, clashValue } from './clash-text.ts'

/** The texts that a form provides for its clashes. */
interface Words {
  /** Returns the name behind an id. */
  nameOf?: (field: string, id: number) => string | undefined
  /** The form's own labels of its fields. */
  labels?: Readonly<Record<string, string>>
  /** The same person is typing both versions, and nothing is saved. */
  isTyping?: boolean
}

interface Question {
  clashes: readonly Clash[]
  answer: (choices: Record<string, Side> | null) => void
}

interface Sending<Form extends object, Saved> {
  send: (changed: Partial<Form> & { revision: number }, form: Form) => Promise<Saved>
  /** Converts the stored data to values of the form. */
  read: (newer: never) => Form
  /** Puts the merged version into the form. */
  show: (form: Form) => void
}

/** The `ask` for `saveMerged` (client/lib/merged-save.ts), and the dialog that the form renders for it (D-140). */
export function useClashes(words: Words = {}): { ask: AskClashes; dialog: ReactNode } {
  const [question, setQuestion] = useState<Question | null>(null)
  function close(choices: Record<string, Side> | null): void {
    question?.answer(choices)
    setQuestion(null)
  }
  return {
    ask: clashes => new Promise(answer => setQuestion({ clashes, answer })),
    dialog: question && <ClashDialog {...question} {...words} onClose={close} />
  }
}

/**
 * Merges on save, for a form whose state is in React.
 *
 * @param start returns the stored version that the form was opened with
 */
export function useMerging<Form extends object>(start: () => Stored<Form>, words?: Words) {
  const [base, setBase] = useState(start)
  const { ask, dialog } = useClashes(words)
  return {
    base,
    setBase,
    dialog,
    save: <Saved,>(mine: Form, { show, ...sending }: Sending<Form, Saved>): Promise<Saved | null> =>
      saveMerged<Form, Saved>({
        ...sending,
        base,
        mine,
        ask,
        onJoined(joined, newer) {
          setBase(newer)
          show(joined)
        }
      })
  }
}

interface Props extends Words {
  clashes: readonly Clash[]
  onClose: (choices: Record<string, Side> | null) => void
}

/** Shows both versions of each field that two people changed. Mine is chosen at first. */
function ClashDialog({ clashes, nameOf, labels, isTyping = false, onClose }: Props) {
  const [choices, setChoices] = useState<Record<string, Side>>(() =>
    Object.fromEntries(clashes.map(({ path }) => [path, 'mine']))
  )
  const id = useId()
  const text = isTyping ? TYPING : SAVING
  return (
    <Dialog opened onClose={() => onClose(null)} title={text.title} size="34rem">
      <p className={classes.intro}>{text.intro}</p>
      {clashes.map((clash, index) => (
        <fieldset key={clash.path} className={classes.clash}>
          <legend>{clashTitle(clash, labels)}</legend>
          {text.sides.map(([side, label]) => (
            <label key={side} className={classes.side} data-chosen={own(choices, clash.path) === side || undefined}>
              <input
                type="radio"
                name={`${id} ${clash.path}`}
                checked={own(choices, clash.path) === side}
                onChange={() => setChoices(now => ({ ...now, [clash.path]: side }))}
                data-autofocus={(index === 0 && side === 'mine') || undefined}
              />
              <span>
                <strong>{label}</strong>
                <span className={classes.value}>{clashValue(clash, side, nameOf)}</span>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => onClose(null)}>
          Keep editing
        </Button>
        <Button onClick={() => onClose(choices)}>{text.confirm}</Button>
      </Group>
    </Dialog>
  )
}

interface Texts {
  title: string
  intro: string
  sides: readonly (readonly [Side, string])[]
  confirm: string
}

const SAVING: Texts = {
  title: 'Someone else changed this too',
  intro:
    'It was saved somewhere else while you were editing it. We kept what only one of you changed. Choose for the rest:',
  sides: [
    ['mine', 'Yours'],
    ['theirs', 'Saved in the meantime']
  ],
  confirm: 'Save'
}

const TYPING: Texts = {
  title: 'You’re typing this somewhere else too',
  intro: 'You have this open on another page. We kept what changed on only one of them. Choose for the rest:',
  sides: [
    ['mine', 'Typed here'],
    ['theirs', 'Typed there']
  ],
  confirm: 'Continue with this'
}
