import { Plugin } from 'ckeditor5'

/**
 * Tab leaves the editor, as it leaves any field; in a table it goes to the next cell. Ctrl+] and Ctrl+[ indent, as the
 * buttons of the toolbar do (Cmd on a Mac).
 */
export class TabLeaves extends Plugin {
  init(): void {
    const { editor } = this
    editor.editing.view.document.on<ViewKeydown>(
      'keydown',
      (event, { domEvent }) => {
        const { key, ctrlKey, metaKey, altKey } = domEvent
        if (key === 'Tab' && !ctrlKey && !metaKey && !altKey && !this.isInTable()) event.stop()
        const command = { ']': 'indent', '[': 'outdent' }[key]
        if (!command || altKey || !(ctrlKey || metaKey)) return
        domEvent.preventDefault()
        event.stop()
        if (editor.commands.get(command)?.isEnabled) editor.execute(command)
      },
      { priority: 'highest' }
    )
  }

  private isInTable(): boolean {
    return this.editor.model.document.selection.getFirstPosition()?.findAncestor('tableCell') != null
  }
}

type ViewKeydown = { name: 'keydown'; args: [{ domEvent: KeyboardEvent }] }
