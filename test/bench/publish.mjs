export async function publish() {}
