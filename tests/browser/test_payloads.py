"""Names, chat, codes and addresses that would be scripts, at a real table and in a real browser: they are shown as the
texts they are. `visitors` holds besides that no page met the policy, opened a dialog or asked another host."""

import pytest
from playwright.async_api import expect

from support.party import Party, at_the_table
from support.peer import Person
from support.server import Served
from support.visitor import Visitor, Visitors

pytestmark = pytest.mark.anyio

NAMES = ["<img src=x onerror=a()>", "<script>a()</script>", "</li><svg onload=a()>", "{{a()}}${a()}<b>&lt;"]
"""Whatever calls `a` has run."""
SAID = [
    "<img src=x onerror='a()'>",
    "<script>a()</script>",
    "\"><iframe srcdoc='<script>parent.a()</script>'>",
    "<a href='javascript:a()'>press me</a>",
    "javascript:a()",
    "<style>*{display:none}</style><link rel=stylesheet href=//evil.example>",
    "<form action=//evil.example><input name=x autofocus onfocus=a()>",
    "https://evil.example/ \u05e9\u05dc\u05d5\u05dd",
]
WATCH = """
  window.ran = [];
  window.a = () => ran.push("a");
"""
STRANGE = (
    "img, iframe, object, embed, base, style, form[action], [onerror], [onload], [onfocus], [style*=display], "
    "a[href^='javascript'], a[href*=evil], link[href*=evil], script:not([src^='/static/'])"
)
"""What our page never has in it."""


async def ran_nothing(page: Visitor) -> None:
    assert await page.page.evaluate("window.ran") == []
    assert await page.find(STRANGE).count() == 0


async def test_a_table_of_scripts_runs_none(served: Served, visitors: Visitors) -> None:
    people = [await Person.make(served.url, name[:24]) for name in NAMES[:3]]
    guest = await Person.make(served.url, NAMES[3][:24])
    code = await people[0].make_room(public=True, options={"seats": 4})
    async with at_the_table(code, people, [guest]) as party:
        for table in party.players[1:]:
            await table.send("sit")
        pages = [await visitors.come(served.url, person) for person in (people[0], guest)]
        for page in pages:
            await page.context.add_init_script(WATCH)
            await page.open(f"/r/{code}")
            await page.is_live()
        for text in SAID:
            await party.players[1].send("chat", text=text)
        for page in pages:
            for text in SAID:
                await expect(page.find("#chat-lines")).to_contain_text(text)
            for person in people:
                await expect(page.find(".chairs")).to_contain_text(person.name)
            await ran_nothing(page)
        # Home, where one's own tables stand by the names of their people.
        await pages[0].open("/")
        await expect(pages[0].find("main")).to_contain_text(people[1].name)
        await ran_nothing(pages[0])
        await pages[0].open(f"/r/{code}")
        await through_a_game(party, pages)


async def through_a_game(party: Party, pages: list[Visitor]) -> None:
    """The board, the log, what is said of who was removed and of who won, and the people's list."""
    await party.host.send("kick", seat=2)
    await party.start_without(party.players[2])
    await party.act({"type": "take", "tokens": {"ruby": 2}})
    await party.players[1].send("react", reaction="wow")
    for page in pages:
        await page.at_seq(1)
        await expect(page.find("main.table")).to_contain_text(party.people[1].name)
        await page.button("Menu").click()
        await page.button("Who is here").click()
        await expect(page.find("dialog")).to_contain_text(party.people[2].name)
        await ran_nothing(page)
        await page.page.keyboard.press("Escape")
    await party.players[1].send("resign", game=party.game["id"])
    for page in pages:
        await expect(page.find(".ribbon.end")).to_contain_text(party.people[1].name)
        await ran_nothing(page)


PLACES = [
    "/r/%3Cimg%20src=x%20onerror=a()%3E",
    "/%3Cscript%3Ea()%3C/script%3E?q=<script>a()</script>",
    "/claim#<img src=x onerror=a()>",
    "/claim?next=javascript:a()#javascript:a()",
    "/r/amber-otter-22222222#<script>a()</script>",
    "/r/javascript:a()",
    "/r/..%2f..%2fapi%2fme",
]


async def test_an_address_that_is_a_script_runs_none(served: Served, visitors: Visitors) -> None:
    """Unknown tables, pages that there are not, and codes of links, as they come behind the #."""
    someone = await visitors.come(served.url)
    await someone.context.add_init_script(WATCH)
    for place in PLACES:
        await someone.open(place)
        await expect(someone.find("main")).not_to_be_empty()
        await someone.page.wait_for_load_state("networkidle")
        await ran_nothing(someone)
        assert someone.page.url.startswith(served.url)


async def test_what_would_run_is_stopped_by_the_policy(served: Served, visitors: Visitors) -> None:
    """Were a text ever taken for markup: the policy lets no inline script, handler, style, frame or foreign file do
    anything, and forms go nowhere. This page is made to break it, and so is not asked for violations at the end."""
    someone = await visitors.come(served.url)
    await someone.context.add_init_script(WATCH)
    await someone.open("/")
    await expect(someone.find("main")).not_to_be_empty()
    broken: list[str] = await someone.page.evaluate(
        """async () => {
          document.body.insertAdjacentHTML("beforeend", `
            <img src="data:x" onerror="a()"><p style="color: red" id="p">x</p>
            <iframe src="/"></iframe><iframe srcdoc="<script>parent.a()<\\/script>"></iframe><svg onload="a()"></svg>
            <a id="away" href="javascript:a()">x</a><object data="/"></object><base href="//evil.example/">
            <link rel="stylesheet" href="https://evil.example/x.css">`);
          for (const value of ["textContent=a()", "src=data:text/javascript,a()", "src=blob:x"]) {
            const script = document.createElement("script");
            script[value.split("=")[0]] = value.split("=")[1];
            document.body.append(script);
          }
          document.getElementById("away").click();
          setTimeout(() => { new Function("a()")(); });
          try { await fetch("https://evil.example/"); } catch {}
          try { new WebSocket("wss://evil.example/"); } catch {}
          await new Promise((done) => setTimeout(done, 300));
          return violations.map((violation) => violation.split(" ")[0]);
        }"""
    )
    assert await someone.page.evaluate("window.ran") == []
    assert await someone.page.evaluate("getComputedStyle(document.getElementById('p')).color") != "rgb(255, 0, 0)"
    assert await someone.page.evaluate("document.baseURI") == f"{served.url}/"
    wanted = {
        "script-src-elem",
        "script-src-attr",
        "style-src-attr",
        "style-src-elem",
        "frame-src",
        "connect-src",
        "base-uri",
    }
    assert wanted <= set(broken)
    someone.faults.clear()
    await someone.page.close()
