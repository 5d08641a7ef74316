import { Checkbox, NativeSelect, Text } from '@mantine/core'
import { choose, FIELDS, HABIT, type Mapping } from '../../domain/import/columns.ts'
import { type Choices, firstChoices, type ReadFile, type Row } from '../../domain/import/file.ts'
import { LABELS } from '../../domain/import/line.ts'
import { DURATION_UNITS, LENGTH_UNITS } from '../../domain/import/values.ts'
import { Panel } from '../ui/Panel.tsx'
import classes from './import.module.css'

interface Props {
  rows: readonly Row[]
  choices: Choices
  read: Pick<ReadFile, 'unsure' | 'ignored'>
  disabled: boolean
  onChange: (choices: Choices) => void
}

/** Chooses the meaning of each column, and answers questions about dates and numbers that the file leaves open. */
export function Columns({ rows, choices, read: { unsure, ignored }, disabled, onChange }: Props) {
  const lines = choices.isNamed ? rows.slice(1) : rows
  const nameOf = (column: number) => (choices.isNamed && rows[0]?.cells[column]?.trim()) || `Column ${column + 1}`
  const samples = (column: number) =>
    lines
      .map(({ cells }) => cells[column]?.trim())
      .filter(Boolean)
      .slice(0, 3)
      .join(', ')
  const question = (field: 'order' | 'durations' | 'distances', label: string, data: readonly (string | Option)[]) =>
    unsure[field] && (
      <NativeSelect
        size="md"
        label={label}
        description="The file doesn’t say."
        value={choices[field] ?? ''}
        data={[PLEASE_CHOOSE, ...data]}
        onChange={event => onChange({ ...choices, [field]: event.currentTarget.value || null })}
      />
    )
  return (
    <Panel id="columns" title="Columns" size="h3">
      <fieldset disabled={disabled} className={classes.fields}>
        <Checkbox
          label="The first row has the names of the columns"
          checked={choices.isNamed}
          onChange={event => {
            const isNamed = event.currentTarget.checked
            onChange({ ...(isNamed ? firstChoices(rows) : choices), isNamed })
          }}
        />
        <ul className={classes.columns}>
          {choices.mapping.map((field, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its number.
            <li key={column}>
              <div>
                <Text fw={600}>{nameOf(column)}</Text>
                <Text c="dimmed" size="sm" lineClamp={2}>
                  {samples(column) || 'Empty'}
                </Text>
              </div>
              <NativeSelect
                size="md"
                aria-label={`${nameOf(column)} holds`}
                value={field ?? ''}
                data={HOLDS}
                onChange={event => {
                  const chosen = (event.currentTarget.value || null) as Mapping[number]
                  onChange({ ...choices, mapping: choose(choices.mapping, column, chosen) })
                }}
              />
            </li>
          ))}
        </ul>
        {ignored.length > 0 && <Text>Left out: {ignored.map(nameOf).join(', ')}. The import skips these columns.</Text>}
        {unsure.rows && (
          <Checkbox
            label="Each row is something I did once"
            description="None of these columns says how much you did, or whether you did it."
            checked={choices.rowsCount}
            onChange={event => onChange({ ...choices, rowsCount: event.currentTarget.checked })}
          />
        )}
        {question('order', 'In the dates comes first', [
          { value: 'day first', label: 'The day: 3/4 is 3 April' },
          { value: 'month first', label: 'The month: 3/4 is March 4' }
        ])}
        {question('durations', 'Durations without a unit are', DURATION_UNITS)}
        {question('distances', 'Distances without a unit are', LENGTH_UNITS)}
      </fieldset>
    </Panel>
  )
}

interface Option {
  value: string
  label: string
}

const PLEASE_CHOOSE: Option = { value: '', label: 'Please choose' }
const HOLDS = [
  { value: '', label: 'Leave it out' },
  ...FIELDS.map(value => ({ value, label: LABELS[value] })),
  { value: HABIT, label: 'A habit with this name' }
]
