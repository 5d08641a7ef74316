import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { personsQuery } from '../accounts/persons.ts'
import { VanishingButton } from '../ui/ActionButton.tsx'
import { FormMessage } from '../ui/forms/FormMessage.tsx'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { Panel } from '../ui/Panel.tsx'
import { usePictureFile } from '../uploads/picture-file.tsx'
import { chooseFace, removeFace } from './choose-face.ts'
import { Face } from './Face.tsx'
import classes from './FacePanel.module.css'
import { useFace } from './faces.ts'

/** Shows the picture of each of my persons, with buttons that change or remove it. */
export function FacePanel({ user }: { user: number }) {
  const { data, error } = useQuery(personsQuery(user))
  return (
    <Panel id="faces" title={data && data.length > 1 ? 'Profile pictures' : 'Profile picture'}>
      {error && <p role="alert">{messageOf(error)}</p>}
      {!data && !error && <Loading />}
      {data?.map(({ username }) => (
        <ChooseFace key={username} username={username} isAlone={data.length === 1} />
      ))}
      <Text c="dimmed" size="sm">
        Everyone sees it next to the name. We crop it to a square.
      </Text>
    </Panel>
  )
}

function ChooseFace({ username, isAlone }: { username: string; isAlone: boolean }) {
  const has = useFace(username) !== null
  const { busy, refusal, field, open, change } = usePictureFile(`Picture of ${username}`, file =>
    chooseFace(username, file)
  )
  const whose = isAlone ? '' : ` of ${username}`

  return (
    <div className={classes.row}>
      <Face username={username} size={96} />
      <div className={classes.choice}>
        {!isAlone && <strong>{username}</strong>}
        <div className={classes.buttons}>
          <Button
            variant="default"
            loading={busy}
            aria-label={`${has ? 'Change the' : 'Choose a'} picture${whose}`}
            onClick={open}
          >
            {has ? 'Change' : 'Choose a picture'}
          </Button>
          {has && (
            <VanishingButton
              variant="subtle"
              aria-label={`Remove the picture${whose}`}
              onClick={() => void change(() => removeFace(username))}
            >
              Remove
            </VanishingButton>
          )}
        </div>
        {field}
        <FormMessage text={refusal} />
      </div>
    </div>
  )
}
