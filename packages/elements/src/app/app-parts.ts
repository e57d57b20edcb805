/** What an app needs to run. Loaded with the first one. */
import { loadApp } from '@mcp-web/client/apps';
import { dialogStyles } from '../internal/dialog/dialog.styles.ts';
import { themeStyles } from './app-theme.ts';
import { AskDialog } from './ask-dialog.ts';
import { FullScreen } from './full-screen.ts';
import { RunningApp } from './running-app.ts';

export const appParts = { AskDialog, FullScreen, RunningApp, loadApp, styles: [dialogStyles, themeStyles] };
