/**
 * The features of the editor: the toolbar of B§9, and everything else that the server allows (server/lib/html.ts), so
 * that editing a text from another program loses nothing.
 */
import {
  Autoformat,
  AutoLink,
  BlockQuote,
  Bold,
  Code,
  CodeBlock,
  type EditorConfig,
  Essentials,
  Heading,
  HorizontalLine,
  Image,
  ImageCaption,
  ImageInsertViaUrl,
  ImageResize,
  ImageStyle,
  type ImageStyleOptionDefinition,
  ImageTextAlternative,
  ImageToolbar,
  ImageUpload,
  Indent,
  Italic,
  Link,
  LinkImage,
  List,
  Paragraph,
  PasteFromOffice,
  SourceEditing,
  Strikethrough,
  Subscript,
  Superscript,
  Table,
  TableToolbar,
  Underline
} from 'ckeditor5'
import { CopyForeignPictures } from './copy-foreign-pictures.ts'
import { InsertByAddress } from './insert-by-address.ts'
import { KeepDirections } from './keep-directions.ts'
import { LeaveOutEmbeddedImages } from './leave-out-embedded-images.ts'
import { LeaveOutScripts } from './leave-out-scripts.ts'
import { TabLeaves } from './tab-leaves.ts'
import { UploadPictures } from './upload-pictures.tsx'

/** Display names, by the class of a code block. */
const LANGUAGES = {
  plaintext: 'Plain text',
  c: 'C',
  cs: 'C#',
  cpp: 'C++',
  css: 'CSS',
  diff: 'Diff',
  html: 'HTML',
  java: 'Java',
  javascript: 'JavaScript',
  php: 'PHP',
  python: 'Python',
  ruby: 'Ruby',
  typescript: 'TypeScript',
  xml: 'XML'
}

/** CKEditor's built-in drop-down "breakText" would take precedence over one with the same name. */
const BREAK_TEXT = {
  name: 'imageStyle:ownLine',
  title: 'Break text',
  defaultItem: 'imageStyle:block',
  items: ['block', 'alignBlockLeft', 'alignCenter', 'alignBlockRight'].map(style => `imageStyle:${style}`)
}

const TOOLS = [
  ...[
    'heading',
    '|',
    'bold',
    'italic',
    'strikethrough',
    'link',
    '|',
    'bulletedList',
    'numberedList',
    'outdent',
    'indent',
    'blockQuote',
    '|'
  ],
  ...['uploadImage', 'insertImageViaUrl', 'insertTable', 'codeBlock', 'horizontalLine', '|', 'undo', 'redo', '|'],
  'sourceEditing'
]
/** The first tools on a phone. Those that don't fit are behind a button. */
const ON_PHONES = ['bold', 'italic', 'link', 'bulletedList', 'uploadImage', 'heading']

/** @param slug of the edited item, for its uploads; '' if it has none */
export function editorConfig(label: string, slug: string): EditorConfig & { uploadPictures: { slug: string } } {
  const isNarrow = window.innerWidth < 768
  return {
    licenseKey: 'GPL',
    root: { label },
    uploadPictures: { slug },
    plugins: [
      ...[Essentials, Paragraph, Heading, Bold, Italic, Underline, Strikethrough, Subscript, Superscript, Code],
      ...[Link, AutoLink, LinkImage, List, BlockQuote, CodeBlock, HorizontalLine, Table, TableToolbar],
      ...[Image, ImageCaption, ImageInsertViaUrl, ImageResize, ImageStyle, ImageTextAlternative, ImageToolbar],
      ...[ImageUpload, UploadPictures, InsertByAddress, CopyForeignPictures],
      ...[
        Autoformat,
        PasteFromOffice,
        SourceEditing,
        LeaveOutEmbeddedImages,
        LeaveOutScripts,
        KeepDirections,
        Indent,
        TabLeaves
      ]
    ],
    toolbar: {
      items: isNarrow ? [...ON_PHONES, '|', ...TOOLS.filter(tool => !ON_PHONES.includes(tool))] : TOOLS,
      // Ungrouped they would take four rows on a phone.
      shouldNotGroupWhenFull: !isNarrow
    },
    // The page's title is its only h1.
    heading: {
      options: [
        { model: 'paragraph', title: 'Paragraph', class: 'ck-heading_paragraph' },
        { model: 'heading1', view: 'h2', upcastAlso: 'h1', title: 'Heading 1', class: 'ck-heading_heading1' },
        { model: 'heading2', view: 'h3', title: 'Heading 2', class: 'ck-heading_heading2' },
        { model: 'heading3', view: 'h4', title: 'Heading 3', class: 'ck-heading_heading3' },
        { model: 'heading4', view: 'h5', upcastAlso: 'h6', title: 'Heading 4', class: 'ck-heading_heading4' }
      ]
    },
    link: {
      defaultProtocol: 'https://',
      allowedProtocols: ['http', 'https', 'mailto'],
      decorators: {
        // The server adds the same `rel`, but not to links within this site.
        ofPeople: {
          mode: 'automatic',
          callback: url => url !== null && !/^(?:\/(?![/\\])|[?#])/.test(url),
          attributes: { rel: 'noopener nofollow ugc' }
        }
      }
    },
    list: { enableListItemMarkerFormatting: false },
    codeBlock: { languages: Object.entries(LANGUAGES).map(([language, name]) => ({ language, label: name })) },
    table: { contentToolbar: ['tableColumn', 'tableRow', 'mergeTableCells'] },
    image: {
      // UPL-07..UPL-13 Ignores files of other types.
      upload: { types: ['jpeg', 'png', 'gif', 'bmp', 'webp', 'tiff'] },
      // UPL-26..UPL-33 All eight styles. Two of them would share a title, so "block" gets its own.
      styles: {
        options: [
          ...['inline', 'alignLeft', 'alignRight', 'alignBlockLeft', 'alignCenter', 'alignBlockRight', 'side'],
          // The library fills in the rest.
          { name: 'block', title: 'Block image' } as ImageStyleOptionDefinition
        ]
      },
      resizeOptions: [
        { name: 'resizeImage:original', value: null, icon: 'original' },
        { name: 'resizeImage:25', value: '25', icon: 'small' },
        { name: 'resizeImage:50', value: '50', icon: 'medium' },
        { name: 'resizeImage:75', value: '75', icon: 'large' }
      ],
      toolbar: [
        ...['imageStyle:inline', 'imageStyle:wrapText', BREAK_TEXT, 'imageStyle:side', '|'],
        ...['toggleImageCaption', 'imageTextAlternative', '|'],
        ...['resizeImage:original', 'resizeImage:75', 'resizeImage:50']
      ]
    },
    // Keeps the toolbar below the header of the page.
    ui: { viewportOffset: { top: 72 } }
  }
}
