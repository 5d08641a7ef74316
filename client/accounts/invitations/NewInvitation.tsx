import { Box, SimpleGrid, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import type { InvitationRow } from '../../../domain/accounts/invitations/api.ts'
import { invitationPath, LONGEST_DAYS, MOST_USES, targetOf } from '../../../domain/accounts/invitations/invitation.ts'
import { useAddress } from '../../lib/hydrated.ts'
import { newMaking } from '../../lib/make-once.ts'
import { CopyField } from '../../ui/forms/CopyField.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { FormEnd } from '../../ui/forms/FormEnd.tsx'
import { useRefusal } from '../../ui/forms/form-errors.tsx'
import { NumberField, numberOf, type Typed } from '../../ui/forms/NumberField.tsx'
import { createInvitation } from './invitations.ts'

/** @param target the address of a group or a session to begin with */
export function NewInvitation({ target }: { target: string }) {
  const form = useForm<{ most_uses: Typed; days: Typed; target: string }>({
    initialValues: { most_uses: 1, days: 7, target },
    validate: { most_uses: value => between(value, MOST_USES), days: value => between(value, LONGEST_DAYS) }
  })
  const refusal = useRefusal(form)
  const making = useRef(newMaking())
  const [made, setMade] = useState<InvitationRow | null>(null)
  const address = useAddress(made ? invitationPath(made) : '')

  async function create(values: typeof form.values): Promise<void> {
    const wish = {
      most_uses: numberOf(values.most_uses) ?? 1,
      days: numberOf(values.days) ?? 1,
      target: pathOf(values.target.trim()) || null
    }
    setMade(await createInvitation(wish, making))
  }

  return (
    <Form onSubmit={form.onSubmit(refusal.guard(create))} aria-label="New invitation">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberField label="For how many people" inputMode="numeric" {...form.getInputProps('most_uses')} />
        <NumberField label="For how many days" inputMode="numeric" {...form.getInputProps('days')} />
      </SimpleGrid>
      <TextInput
        mt="md"
        label="Group or session"
        description="Paste its address, and the link opens it. Leave this empty for a page of its own."
        placeholder="/group/runners"
        autoComplete="off"
        {...form.getInputProps('target')}
      />
      <FormEnd refusal={refusal.text} busy={form.submitting} submit="Create the link" mt="md" />
      {/* A toast would cover the link on a phone. */}
      <div role="status">
        {made && (
          <Box mt="md">
            <CopyField
              label="The link is ready. Copy it, and send it to someone."
              copyLabel="Copy the new link"
              value={address}
            />
          </Box>
        )}
      </div>
    </Form>
  )
}

/** The path of an address that was copied from this browser; anything else as it is. */
const pathOf = (address: string): string => targetOf(address, location.origin) ?? address

function between(typed: Typed, most: number): string | null {
  const number = numberOf(typed)
  return number !== null && Number.isInteger(number) && number >= 1 && number <= most
    ? null
    : `Enter a whole number from 1 to ${most}.`
}
