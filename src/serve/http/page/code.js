"use strict";
// A request as code to copy. The key is left out: each of them reads it from the environment.

const CODE = {
  curl(url, request, keyed) {
    const body = JSON.stringify(request, null, 2).replaceAll("'", "'\\''");
    return lines(
      `curl -f ${url} -o speech.wav \\`,
      keyed && '  -H "Authorization: Bearer $VAAK_API_KEY" \\',
      '  -H "Content-Type: application/json" \\',
      `  -d '${body}'`,
    );
  },
  python(url, request, keyed) {
    return lines(
      keyed && "import os",
      "import requests",
      "",
      "reply = requests.post(",
      `    "${url}",`,
      keyed && "    headers={\"Authorization\": f\"Bearer {os.environ['VAAK_API_KEY']}\"},",
      `    json=${JSON.stringify(request, null, 4).replaceAll("\n", "\n    ")},`,
      ")",
      "reply.raise_for_status()",
      'with open("speech.wav", "wb") as file:',
      "    file.write(reply.content)",
    );
  },
  javascript(url, request, keyed) {
    return lines(
      'import { writeFile } from "node:fs/promises";',
      "",
      `const reply = await fetch("${url}", {`,
      '  method: "POST",',
      "  headers: {",
      keyed && "    Authorization: `Bearer ${process.env.VAAK_API_KEY}`,",
      '    "Content-Type": "application/json",',
      "  },",
      `  body: JSON.stringify(${JSON.stringify(request, null, 2).replaceAll("\n", "\n  ")}),`,
      "});",
      "if (!reply.ok) throw new Error(await reply.text());",
      'await writeFile("speech.wav", Buffer.from(await reply.arrayBuffer()));',
    );
  },
};

function lines(...all) {
  return all.filter(line => line !== false).join("\n");
}
