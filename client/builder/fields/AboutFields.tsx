import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { memo } from 'react'
import type { Hut, Term } from '../../../domain/browse/api.ts'
import { RichTextField } from '../../editor/RichTextField.tsx'
import { optionsOf } from '../../ui/forms/options.ts'
import classes from '../Builder.module.css'
import { useBuilderStore, useError, useFields } from '../builder.ts'
import { GroupField } from './GroupField.tsx'

export interface Choices {
  terms: readonly Term[]
  difficulties: readonly { value: number; title: string }[]
  /** The group of an activity. A session has the group of its activity. */
  hut?: Hut | null
  huts?: readonly Hut[]
}

/** The title, description, category, difficulty and group. */
export const AboutFields = memo(function AboutFields({ terms, difficulties, hut = null, huts = [] }: Choices) {
  const { title, content, difficulty } = useFields('title', 'content', 'difficulty')
  const errors = { title: useError('title'), content: useError('content'), difficulty: useError('difficulty') }
  const { set, kind } = useBuilderStore().get()
  return (
    <Stack gap="md">
      <TextInput
        label="Title"
        placeholder={kind === 'session' ? 'Write together' : 'Couch to 5 km'}
        withAsterisk
        aria-required
        maxLength={255}
        value={title}
        error={errors.title}
        onChange={event => set({ title: event.currentTarget.value })}
      />
      <RichTextField
        label="Description"
        value={content}
        error={errors.content}
        onChange={content => set({ content })}
      />
      <div className={classes.fields}>
        <Category terms={terms} />
        <NativeSelect
          label="Difficulty"
          size="md"
          value={difficulty ?? ''}
          error={errors.difficulty}
          data={[NOT_SET, ...difficulties.map(({ value, title }) => ({ value: String(value), label: title }))]}
          onChange={event => set({ difficulty: Number(event.currentTarget.value) || null })}
        />
        {kind === 'activity' && <GroupField hut={hut} huts={huts} />}
      </div>
    </Stack>
  )
})

const NOT_SET = { value: '', label: 'Not set' }
const LEVELS = ['Category', 'Kind', 'Closer', 'Closest']

/** One select per level, up to four. The deepest choice counts (D-59). */
function Category({ terms }: { terms: readonly Term[] }) {
  const { term_id } = useFields('term_id')
  const error = useError('term_id')
  const { set } = useBuilderStore().get()
  const chosen = pathTo(terms, term_id)
  const levels = [null, ...chosen]
    .slice(0, 4)
    .map(parent => ({ parent, options: terms.filter(term => term.parent_id === (parent?.id ?? null)) }))
    .filter(({ options }) => options.length > 0)
  return levels.map(({ parent, options }, level) => (
    <NativeSelect
      key={LEVELS[level]}
      label={parent ? `Within ${parent.title}` : 'Category'}
      size="md"
      value={chosen[level]?.id ?? ''}
      error={level === levels.length - 1 ? error : undefined}
      data={[{ value: '', label: parent ? `All of ${parent.title}` : 'None' }, ...optionsOf(options)]}
      onChange={event => set({ term_id: Number(event.currentTarget.value) || (parent?.id ?? null) })}
    />
  ))
}

function pathTo(terms: readonly Term[], id: number | null): Term[] {
  const term = terms.find(one => one.id === id)
  return term ? [...pathTo(terms, term.parent_id), term] : []
}
