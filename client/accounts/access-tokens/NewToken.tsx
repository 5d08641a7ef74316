import { Box, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useId, useState } from 'react'
import {
  LONGEST_TOKEN_DAYS,
  LONGEST_TOKEN_NAME,
  type Scope,
  SUBJECTS,
  type Subject
} from '../../../domain/accounts/access-tokens/scopes.ts'
import { CopyField } from '../../ui/forms/CopyField.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { FormEnd } from '../../ui/forms/FormEnd.tsx'
import { useRefusal } from '../../ui/forms/form-errors.tsx'
import { NumberField, numberOf, type Typed } from '../../ui/forms/NumberField.tsx'
import { createAccessToken } from './access-tokens.ts'
import classes from './NewToken.module.css'

const USUAL_DAYS = 90
const NO_SCOPES = 'Choose what the program may do.'

interface Values {
  name: string
  scopes: Scope[]
  days: Typed
}

export function NewToken() {
  const form = useForm<Values>({
    initialValues: { name: '', scopes: ['logs:write'], days: USUAL_DAYS },
    validate: {
      name: value => (value.trim() === '' ? 'Enter a name.' : null),
      scopes: value => (value.length === 0 ? NO_SCOPES : null),
      days: value => {
        const days = numberOf(value)
        const isFine = days !== null && Number.isInteger(days) && days >= 1 && days <= LONGEST_TOKEN_DAYS
        return isFine ? null : `Enter a whole number from 1 to ${LONGEST_TOKEN_DAYS}.`
      }
    }
  })
  const refusal = useRefusal(form)
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null)

  async function create({ name, scopes, days }: Values): Promise<void> {
    const secret = await createAccessToken({ name, scopes, days: numberOf(days) ?? USUAL_DAYS })
    setMade({ name, secret })
    form.reset()
  }

  return (
    <Form onSubmit={form.onSubmit(refusal.guard(create))} aria-label="New access key">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label="Name"
          placeholder="Button on my desk"
          description="What it’s for."
          maxLength={LONGEST_TOKEN_NAME}
          {...form.getInputProps('name')}
        />
        <NumberField
          label="For how many days"
          description="Then it stops working."
          inputMode="numeric"
          {...form.getInputProps('days')}
        />
      </SimpleGrid>
      <Scopes
        scopes={form.values.scopes}
        error={form.errors.scopes}
        onChange={scopes => form.setFieldValue('scopes', scopes)}
      />
      <FormEnd refusal={refusal.text} busy={form.submitting} submit="Create the key" mt="md" />
      {/* A toast would cover the secret on a phone. */}
      <div role="status">
        {made && (
          <Box mt="md">
            <CopyField
              label={`The access key for “${made.name}”`}
              description="Copy it now. We keep only a hash of it, so nobody can show it again."
              copyLabel="Copy the access key"
              value={made.secret}
            />
          </Box>
        )}
      </div>
    </Form>
  )
}

interface ScopesProps {
  scopes: readonly Scope[]
  error: React.ReactNode
  onChange: (scopes: Scope[]) => void
}

/** A table of what the program may read and change. */
function Scopes({ scopes, error, onChange }: ScopesProps) {
  const problem = useId()
  const toggle = (scope: Scope): void =>
    onChange(scopes.includes(scope) ? scopes.filter(one => one !== scope) : [...scopes, scope])
  const box = (scope: Scope, label: string) => (
    <label className={classes.cell}>
      <input
        type="checkbox"
        aria-label={label}
        aria-describedby={error ? problem : undefined}
        checked={scopes.includes(scope)}
        onChange={() => toggle(scope)}
      />
    </label>
  )
  return (
    <>
      <table className={classes.scopes}>
        <caption>What the program may do</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">Read</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {(Object.keys(SUBJECTS) as Subject[]).map(subject => (
            <tr key={subject}>
              <th scope="row">{SUBJECTS[subject]}</th>
              <td>{box(`${subject}:read`, `Read: ${SUBJECTS[subject]}`)}</td>
              <td>{box(`${subject}:write`, `Change: ${SUBJECTS[subject]}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {error && (
        <Text id={problem} size="sm" c="var(--mantine-color-error)">
          {error}
        </Text>
      )}
    </>
  )
}
