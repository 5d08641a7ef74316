import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useStore } from '@nanostores/react'
import { useUser } from '../../lib/user.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { FormEnd } from '../../ui/forms/FormEnd.tsx'
import { useRefusal } from '../../ui/forms/form-errors.tsx'
import { PasswordField } from '../../ui/forms/PasswordField.tsx'
import { PasskeyButton } from '../passkeys/PasskeyButton.tsx'
import { needed } from '../passwords/NewPasswordFields.tsx'
import { confirmPassword } from '../passwords/passwords.ts'
import { SignOnButton } from '../single-sign-on/SignOnButton.tsx'
import { providerName } from '../single-sign-on/sign-on.ts'
import { question } from './proof.ts'

/** Asks for the password, a passkey or single sign-on before an action that needs a proof. */
export function ProofDialog() {
  const answer = useStore(question)
  return (
    <Dialog opened={answer !== null} onClose={() => answer?.(false)} title="Is it still you?" size="26rem">
      {answer && <Proof answer={answer} />}
    </Dialog>
  )
}

function Proof({ answer }: { answer: (isProven: boolean) => void }) {
  const user = useUser()
  return (
    <>
      <Text mb="md">First, confirm that it’s you.</Text>
      {user?.has_password === 1 && <Password email={user.email} answer={answer} />}
      {user?.has_sign_on === 1 && (
        <SignOnButton
          purpose="proof"
          label={`Confirm with ${providerName()}`}
          {...(user.has_password === 1 ? { variant: 'default' } : {})}
          fullWidth
          mt="sm"
          onDone={() => answer(true)}
        />
      )}
      <PasskeyButton label="Use a passkey" onDone={() => answer(true)} />
    </>
  )
}

function Password({ email, answer }: { email: string; answer: (isProven: boolean) => void }) {
  const form = useForm({ initialValues: { password: '' }, validate: { password: needed } })
  const refusal = useRefusal(form)
  return (
    <Form
      aria-label="Prove that it’s you"
      onSubmit={form.onSubmit(
        refusal.guard(async ({ password }) => {
          await confirmPassword(password)
          answer(true)
        })
      )}
    >
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        withAsterisk
        data-autofocus
        {...form.getInputProps('password')}
      />
      <FormEnd refusal={refusal.text} busy={form.submitting} submit="Go on" mt="lg" onCancel={() => answer(false)} />
    </Form>
  )
}
