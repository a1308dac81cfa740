// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.isogloss.data.DocumentFileContractTest;
import org.isogloss.data.detect.DataFormat;

class PdfContractTest extends DocumentFileContractTest {
  @Override
  public String fileName() {
    return "bridge.pdf";
  }

  @Override
  public DataFormat format() {
    return DataFormat.TEXT;
  }

  @Override
  public List<String> expected() {
    return List.of("Bridges|A long bridge crosses the river.");
  }

  @Override
  public byte[] file() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PDDocument document = new PDDocument()) {
      PDPage page = new PDPage();
      document.addPage(page);
      document.getDocumentInformation().setTitle("Bridges");
      try (PDPageContentStream content = new PDPageContentStream(document, page)) {
        content.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 12);
        content.beginText();
        content.newLineAtOffset(72, 700);
        content.showText("A long bridge crosses the river.");
        content.endText();
      }
      document.save(bytes);
    }
    return bytes.toByteArray();
  }
}
