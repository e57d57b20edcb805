const address = new URLSearchParams(location.search).get('server') ?? 'https://example.com/mcp';
document.querySelector('mcp-server').setAttribute('src', address);
