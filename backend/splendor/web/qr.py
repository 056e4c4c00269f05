"""QR codes as SVG text."""

import io

import segno


def qr_svg(text: str) -> str:
    """A QR code of `text`, black on white with its quiet zone, scaling to whatever box it is put in."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", border=4, light="#fff", xmldecl=False, svgns=True, omitsize=True, nl=False
    )
    return out.getvalue().decode()
