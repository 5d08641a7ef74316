import { Button, Checkbox, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { EMAIL_TEXT, email, PASSWORD_MISMATCH } from '../../domain/accounts/fields.ts'
import { INVITATION_NEEDED } from '../../domain/accounts/registration.ts'
import { isUsername, proposedUsername, USERNAME_TEXT } from '../../domain/accounts/username.ts'
import { REQUIRED } from '../../domain/lib/refusal.ts'
import { zoneOfDevice } from '../lib/dates/device-zone.ts'
import { config } from '../lib/embedded.ts'
import { getUser } from '../lib/user.ts'
import { Form } from '../ui/forms/Form.tsx'
import { FormMessage } from '../ui/forms/FormMessage.tsx'
import { fieldError } from '../ui/forms/field-error.tsx'
import { errorsByField, messageOf } from '../ui/forms/form-errors.tsx'
import { MoreFields } from '../ui/forms/MoreFields.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import { register } from './accounts.ts'
import { forgetInvitation, getInvitation } from './invitations/invitation-code.ts'
import { NewPasswordFields } from './passwords/NewPasswordFields.tsx'
import classes from './RegisterForm.module.css'
import { keepTyped, typedIn } from './sign-in.ts'
import { TermsLabel } from './TermsLabel.tsx'

const EMPTY = {
  first_name: '',
  last_name: '',
  email: '',
  username: '',
  password: '',
  password_confirmation: '',
  terms: false
}

const NAMES = /^(first|last)_name$/

const isEmail = (value: string): boolean => email.safeParse(value).success
const needed = (field: string, value: string) => (value.trim() ? null : fieldError(field, REQUIRED))

/**
 * Registers by the rules of the hut (D-146). The link of an invitation leads here with its code.
 * @param isFirst the modal opens on this tab, so a field of this form gets the focus
 */
export function RegisterForm({ isFirst = true }) {
  const [code, setCode] = useState(getInvitation)
  if (config.registration === 'invite' && code === null) return <Text>{INVITATION_NEEDED}</Text>
  return <Fields isFirst={isFirst} code={code} forgetCode={() => setCode(null)} />
}

interface Props {
  isFirst: boolean
  code: string | null
  forgetCode: () => void
}

function Fields({ isFirst, code, forgetCode }: Props) {
  const [refused, setRefused] = useState<string | null>(null)
  const form = useForm({
    initialValues: typedIn('register', { ...EMPTY, username: proposedUsername(getUser()?.guest_name ?? '') }),
    onValuesChange: values => keepTyped('register', values),
    validate: {
      email: value => needed('Email', value) ?? (isEmail(value) ? null : fieldError('Email', EMAIL_TEXT)),
      username: value => needed('Username', value) ?? (isUsername(value.trim()) ? null : USERNAME_TEXT),
      password: value => (value ? null : fieldError('Password', REQUIRED)),
      password_confirmation: (value, { password }) =>
        value ? (value === password ? null : PASSWORD_MISMATCH) : fieldError('Repeated password', REQUIRED),
      terms: value => (value ? null : fieldError('Terms', REQUIRED))
    }
  })

  async function submit(fields: typeof form.values) {
    if (form.submitting) return
    setRefused(null)
    try {
      const name = `${fields.first_name} ${fields.last_name}`.trim()
      await register({ name, ...fields, time_zone: zoneOfDevice(), ...(code === null ? {} : { invitation: code }) })
      forgetInvitation()
      toast.success('Thanks for registering!')
    } catch (error) {
      const errors = errorsByField(error)
      form.setErrors(errors)
      if ('invitation' in errors) {
        forgetInvitation()
        // Here one can register without an invitation too, and then waits.
        if (config.registration === 'approve') forgetCode()
      }
      setRefused(messageOf(error))
    }
  }

  const names = (
    <MoreFields label="Add your name" errors={form.errors} hidden={NAMES}>
      <SimpleGrid cols={2}>
        <TextInput label="First name" autoComplete="given-name" {...form.getInputProps('first_name')} />
        <TextInput label="Last name" autoComplete="family-name" {...form.getInputProps('last_name')} />
      </SimpleGrid>
    </MoreFields>
  )

  return (
    <Form onSubmit={form.onSubmit(submit)} aria-label="Register">
      <Stack gap="0.375rem" className={classes.fields}>
        <TextInput
          data-autofocus={isFirst || undefined}
          label="Email"
          type="email"
          autoComplete="username"
          withAsterisk
          {...form.getInputProps('email')}
          onChange={event => {
            const { email: before, username } = form.values
            const { value } = event.currentTarget
            form.setFieldValue('email', value)
            // Only while the username is still the proposed one.
            if (username === proposedUsername(before)) form.setFieldValue('username', proposedUsername(value))
          }}
        />
        <NewPasswordFields form={form} label="Password" />
        <TextInput
          label="Username"
          description="How others see you"
          autoComplete="nickname"
          autoCapitalize="none"
          withAsterisk
          {...form.getInputProps('username')}
        />
        {!config.single_sign_on && names}
        <Checkbox
          {...form.getInputProps('terms', { type: 'checkbox' })}
          aria-invalid={form.errors.terms ? true : undefined}
          label={<TermsLabel />}
        />
      </Stack>
      <FormMessage text={refused} />
      <Button type="submit" fullWidth mt="sm" loading={form.submitting}>
        Register
      </Button>
      {config.registration === 'approve' && code === null && (
        <Text mt="xs" size="sm" c="dimmed">
          An admin approves new accounts. Until then you can look around.
        </Text>
      )}
      {/* The button for single sign-on takes the space above, so that this button stays in the first view of a phone. */}
      {config.single_sign_on && names}
    </Form>
  )
}
