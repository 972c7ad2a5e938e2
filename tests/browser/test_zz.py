from random import Random
from tests.browser.conftest import Visit
from tests.browser.robot import Robot, play_out
def test_zz(visit: Visit) -> None:
    player = Robot(visit("Käthe", language="de", phone=True), Random(7), "finger")
    table = player.visitor.open_table(
        options={"parties": ["sheriff", "outlaws", "hunters", "dancer"], "mode": "gunslinger", "round_limit": 2},
        seats=["random", "me", "random", "random"])
    player.come(table)
    player.start()
    player.until(lambda l: l.plan is not None, "plan")
    for i in range(3): player.page.locator(".hand button").nth(i).tap()
    player.page.wait_for_timeout(500)
    print(player.page.evaluate("""() => ({w: innerWidth, vv: [visualViewport.width, visualViewport.offsetLeft, visualViewport.pageLeft, visualViewport.scale], sx: scrollX, dw: document.documentElement.scrollWidth,
      wide: [...document.querySelectorAll('*')].filter(e => e.getBoundingClientRect().right > document.documentElement.clientWidth + 1).map(e => e.tagName + '.' + e.getAttribute('class') + ' ' + e.getBoundingClientRect().left + '-' + e.getBoundingClientRect().right).slice(0, 40)})"""))
    player.visitor.picture("zz")
