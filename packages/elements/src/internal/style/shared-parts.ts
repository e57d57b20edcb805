/** The names of parts that mean the same in every element. */

/**
 * A page styles these with `::part()`, wherever they are: an element exports those of the elements inside it. More names
 * stand beside `button` and `control`, for example `button primary small`.
 *
 * | part | is |
 * |---|---|
 * | `button` | a button, except those that look like a link or are a row |
 * | `primary` | the button for what users mostly want to do |
 * | `secondary` | a button beside it, with a border |
 * | `quiet` | a button without a border |
 * | `danger` | a button that removes something, or lets a tool do so |
 * | `caution` | a button that lets a tool change something |
 * | `small` | a lower button or control, as in toolbars |
 * | `icon` | a button without words |
 * | `link` | a link, or a button that looks like one |
 * | `control` | a text field, select or text area |
 * | `select` | a control that is a select |
 * | `textarea` | a control that is a text area |
 * | `combobox` | a control that suggests values |
 * | `checkbox` | a checkbox or a switch |
 * | `summary` | the line that opens what is folded |
 * | `item` | a row that the user can choose or open |
 * | `chosen` | the row that is chosen |
 * | `badge` | a short note, such as a status |
 * | `chip` | something attached, or an example to take over |
 * | `card` | the box around the contents of an element |
 * | `dialog` | a dialog, or the box of a request in the flow of the page |
 * | `dialog-title` | its heading |
 * | `dialog-body` | what it says and asks |
 * | `dialog-foot` | the row of its buttons |
 * | `field` | a field of a form, with its label |
 * | `problem` | what is wrong with a field |
 * | `problems` | what is wrong with a form |
 * | `optional` | the optional fields of a form, which may be folded |
 * | `text` | a block of text in a result |
 * | `image` | an image in a result |
 * | `audio` | an audio player in a result |
 * | `structured` | the structured content of a result |
 * | `json` | a text in a result that is JSON |
 * | `table` | rows of a result as a table |
 */
export const PARTS =
  'button, primary, secondary, quiet, danger, caution, small, icon, link, control, select, textarea, combobox, checkbox, summary, item, chosen, badge, chip, card, dialog, dialog-title, dialog-body, dialog-foot, field, problem, problems, optional, text, image, audio, structured, json, table';
