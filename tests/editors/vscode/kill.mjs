// What is left when a process is killed that has no time to say good-bye.

import { check, gone, until } from "./report.mjs";
import { close, open, windowOn } from "./page.mjs";

// VS Code's own programs look every few seconds whether the one that started them is still there.
const PATIENCE = 20;

/** A server that ends again and again is not started forever. */
async function givesUp(page, running) {
  const messages = page.locator(".notification-toast .notification-list-item-message", { hasText: "GBR" });
  let killed = 1;
  await until("a message", async () => {
    for (const { pid } of running.servers()) {
      process.kill(pid, "SIGKILL");
      killed += 1;
      await until("its end", () => running.servers().every((one) => one.pid !== pid));
    }
    return messages.count();
  });
  check(
    killed < 10,
    `a server that was killed ${killed} times is given up with one message`,
    await messages.allInnerTexts(),
  );
  await page.locator(".notification-toast .monaco-button", { hasText: "Try Again" }).click();
  await until("a server", () => running.servers().length === 1);
  check(true, "and is there again with Try Again", running.servers()[0].command);
}

export async function kills(browser, running, folder) {
  const page = await windowOn(browser, running.address, folder);
  await open(page, "manuscript.md", 31, 1);
  await page.locator(".squiggly-error").first().waitFor();

  const [server] = await until("one server runs", () => running.servers().length === 1 && running.servers());
  check(true, "one server runs", server.command);
  process.kill(server.pid, "SIGKILL");
  const next = await until("another server", () => running.servers().find((one) => one.pid !== server.pid));
  check(running.servers().length === 1, "a killed server is started again", `${server.pid}, then ${next.pid}`);
  await page.keyboard.press("Control+End");
  await until("no finding is in sight", async () => (await page.locator(".squiggly-error").count()) === 0);
  await page.keyboard.type("\n\n+0000.43a1a9\n");
  await page.locator(".squiggly-error").first().waitFor();
  check(true, "and the new one diagnoses what is typed");

  await givesUp(page, running);

  const before = running.servers().map((one) => one.pid);
  for (const host of running.hosts()) process.kill(host.pid, "SIGKILL");
  await gone(
    "no server is left when the extension host is killed",
    () => running.servers().filter((one) => before.includes(one.pid)),
    PATIENCE,
  );
  const again = await until("another extension host", () => running.hosts()[0]);
  await until("its server", () => running.servers()[0]);
  check(
    running.servers().length === 1,
    "the next extension host has its own",
    `${again.pid} and ${running.servers()[0].pid}`,
  );

  await close(page);
  await gone("no server is left when the window is closed", running.servers, PATIENCE);

  const other = await windowOn(browser, running.address, folder);
  await open(other, "manuscript.md");
  await until("a server for another window", () => running.servers().length === 1);
  running.kill();
  await gone("no process is left when VS Code is killed", running.processes, PATIENCE);
  await close(other);
}
