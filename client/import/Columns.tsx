import { Card, Checkbox, NativeSelect, Text, Title } from '@mantine/core'
import { choose, FIELDS, type Field } from '../../domain/import/columns.ts'
import { type Choices, firstChoices, type ReadFile, type Row } from '../../domain/import/file.ts'
import { LABELS } from '../../domain/import/line.ts'
import classes from './import.module.css'

interface Props {
  rows: readonly Row[]
  choices: Choices
  unsure: ReadFile['unsure']
  disabled: boolean
  onChange: (choices: Choices) => void
}

/** What each column holds, and what the file does not tell about its dates and numbers. */
export function Columns({ rows, choices, unsure, disabled, onChange }: Props) {
  const lines = choices.isNamed ? rows.slice(1) : rows
  const nameOf = (column: number) => (choices.isNamed && rows[0]?.cells[column]?.trim()) || `Column ${column + 1}`
  const samples = (column: number) =>
    lines
      .map(({ cells }) => cells[column]?.trim())
      .filter(Boolean)
      .slice(0, 3)
      .join(', ')
  return (
    <Card component="section" aria-labelledby="columns">
      <Title order={2} size="h3" id="columns" mb="md">
        Columns
      </Title>
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
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its number.
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
                data={[{ value: '', label: 'Leave it out' }, ...FIELDS.map(value => ({ value, label: LABELS[value] }))]}
                onChange={event => {
                  const chosen = (event.currentTarget.value || null) as Field | null
                  onChange({ ...choices, mapping: choose(choices.mapping, column, chosen) })
                }}
              />
            </li>
          ))}
        </ul>
        {unsure.order && (
          <NativeSelect
            size="md"
            label="In the dates comes first"
            description="The file does not tell."
            value={choices.order ?? ''}
            data={[
              { value: '', label: 'Please choose' },
              { value: 'day first', label: 'The day: 3/4 is 3 April' },
              { value: 'month first', label: 'The month: 3/4 is March 4' }
            ]}
            onChange={event => onChange({ ...choices, order: (event.currentTarget.value || null) as Choices['order'] })}
          />
        )}
        {unsure.durations && (
          <NativeSelect
            size="md"
            label="Durations without a unit are"
            value={choices.durations}
            data={['seconds', 'minutes', 'hours']}
            onChange={event => onChange({ ...choices, durations: event.currentTarget.value as Choices['durations'] })}
          />
        )}
        {unsure.distances && (
          <NativeSelect
            size="md"
            label="Distances without a unit are"
            value={choices.distances}
            data={['miles', 'kilometers']}
            onChange={event => onChange({ ...choices, distances: event.currentTarget.value as Choices['distances'] })}
          />
        )}
      </fieldset>
    </Card>
  )
}
