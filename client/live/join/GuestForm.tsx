import { Anchor, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef } from 'react'
import { LONGEST_GUEST_NAME } from '../../../domain/accounts/guest.ts'
import { joinAsGuest } from '../../../domain/sessions/api.ts'
import { enter } from '../../accounts/login-watch.ts'
import { CallRefused, call } from '../../lib/api.ts'
import { randomUuid } from '../../lib/client-uuid.ts'
import { zoneOfDevice } from '../../lib/dates/device-zone.ts'
import { useUser } from '../../lib/user.ts'
import { Form } from '../../ui/forms/Form.tsx'
import { FormEnd } from '../../ui/forms/FormEnd.tsx'
import { useRefusal } from '../../ui/forms/form-errors.tsx'
import { TextLink } from '../../ui/links/TextLink.tsx'
import type { JoinableSession } from './asked-code.ts'
import { closeName } from './asked-name.ts'
import { showJoined, signInToJoin } from './join.ts'

interface Props {
  session: JoinableSession
  onJoined?: (() => void) | undefined
}

/** One field, one button, in the room. People with an account sign in instead. */
export function GuestForm({ session, onJoined }: Props) {
  const guest = useUser()
  const key = useRef(randomUuid())
  const form = useForm({ initialValues: { name: guest?.guest_name ?? '', code: '' } })
  const refusal = useRefusal(form)

  async function join({ name, code }: typeof form.values): Promise<void> {
    const body = { name, join_code: code.trim() || null, time_zone: zoneOfDevice() }
    const joined = await call(joinAsGuest, { params: { event: session.slug }, body, key: key.current }).catch(error => {
      // A refused call may be changed and sent again. Only a lost response needs the same key.
      if (error instanceof CallRefused) key.current = randomUuid()
      throw error
    })
    closeName()
    enter(joined.user)
    showJoined(session, joined.participant)
    onJoined?.()
  }

  return (
    <Form onSubmit={form.onSubmit(refusal.guard(join))} aria-label="Join as a guest">
      <TextInput
        label="Your name"
        description={guest ? 'Someone here has your name. Choose another one.' : 'Everyone in this session sees it.'}
        autoComplete="nickname"
        maxLength={LONGEST_GUEST_NAME}
        enterKeyHint="go"
        size="md"
        data-autofocus
        {...form.getInputProps('name')}
      />
      {session.needs_code === 1 && (
        <TextInput
          label="Code"
          autoComplete="off"
          autoCapitalize="none"
          size="md"
          mt="sm"
          {...form.getInputProps('code')}
        />
      )}
      <FormEnd refusal={refusal.text} busy={form.submitting} submit="Join" size="lg" fullWidth mt="md" />
      {guest === null && (
        <>
          <Text mt="sm" ta="center">
            Have an account?{' '}
            <Anchor
              component="button"
              type="button"
              inherit
              onClick={() => {
                closeName()
                void signInToJoin(session, onJoined)
              }}
            >
              Sign in
            </Anchor>
          </Text>
          <Text mt="xs" size="sm" c="dimmed" ta="center">
            By joining, you agree to the <TextLink to="/terms-of-service">terms</TextLink> and the{' '}
            <TextLink to="/privacy-policy">privacy policy</TextLink>.
          </Text>
        </>
      )}
    </Form>
  )
}
