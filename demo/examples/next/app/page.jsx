import { Panel } from './panel.jsx';

export default function Page() {
  return (
    <main>
      <h1>Next</h1>
      <Panel />
    </main>
  );
}
