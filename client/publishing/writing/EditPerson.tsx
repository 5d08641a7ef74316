import { Anchor, Button, Input, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link } from 'react-router'
import { type Profile, personPage } from '../../../domain/publishing/api.ts'
import { MOST_INTRODUCTION, type Person } from '../../../domain/publishing/person.ts'
import { describePerson } from '../../accounts/persons.ts'
import { chooseCover, removeCover } from '../../faces/choose-face.ts'
import { reloadPages } from '../../lib/page-cache.ts'
import { VanishingButton } from '../../ui/ActionButton.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { FormEnd } from '../../ui/forms/FormEnd.tsx'
import { FormMessage } from '../../ui/forms/FormMessage.tsx'
import { useRefusal } from '../../ui/forms/form-errors.tsx'
import { LeaveGuard } from '../../ui/forms/LeaveGuard.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { usePictureFile } from '../../uploads/picture-file.tsx'
import classes from '../PersonPage.module.css'

interface Props {
  person: Person
  profile: Profile
  onDone: () => void
}

/** The form for a page: its title, its introduction, and its cover, which is saved at once. */
export function EditPerson({ person, profile, onDone }: Props) {
  const { title, username } = person
  const form = useForm({ initialValues: { title, introduction: profile.introduction } })
  const refusal = useRefusal(form)

  async function save(values: typeof form.values): Promise<void> {
    await describePerson(username, values)
    await reloadPages(personPage)
    onDone()
  }

  return (
    <Panel id="edit-page" title="Edit page" className={classes.edit}>
      <Stack gap="md">
        <CoverField username={username} has={profile.cover !== null} />
        <Form takesFocus aria-labelledby="edit-page" onSubmit={form.onSubmit(refusal.guard(save))}>
          <Stack gap="md">
            <TextInput label="Name" description="The heading of the page" {...form.getInputProps('title')} />
            <Textarea
              label="Introduction"
              description={`A few sentences about you or what you write, at most ${MOST_INTRODUCTION} characters`}
              autosize
              minRows={3}
              maxLength={MOST_INTRODUCTION}
              {...form.getInputProps('introduction')}
            />
          </Stack>
          <LeaveGuard isChanged={form.isDirty()} typed="lost" />
          <FormEnd refusal={refusal.text} busy={form.submitting} submit="Save" onCancel={onDone} mt="lg" />
        </Form>
        {profile.is_main === 1 && (
          <Anchor component={Link} to="/account#on-my-profile">
            Choose what else your profile shows
          </Anchor>
        )}
      </Stack>
    </Panel>
  )
}

/** Waits for a change of the cover, and loads its page again. */
async function shown(changed: Promise<void>): Promise<void> {
  await changed
  await reloadPages(personPage)
}

function CoverField({ username, has }: { username: string; has: boolean }) {
  const { busy, refusal, field, open, change } = usePictureFile('Cover picture', file =>
    shown(chooseCover(username, file))
  )

  return (
    <Input.Wrapper label="Cover picture" description="Wide, above your page">
      <div className={classes.buttons}>
        <Button variant="default" loading={busy} onClick={open}>
          {has ? 'Change the cover' : 'Choose a cover'}
        </Button>
        {has && (
          <VanishingButton variant="subtle" onClick={() => void change(() => shown(removeCover(username)))}>
            Remove the cover
          </VanishingButton>
        )}
      </div>
      {field}
      <FormMessage text={refusal} />
    </Input.Wrapper>
  )
}
