import { render, waitFor } from "@testing-library/react";
import { RevoGrid } from "@revolist/react-datagrid";
import { expect, it } from "vitest";
it("x", async () => {
  const { container } = render(<div style={{width:800,height:400}}><RevoGrid range rowSize={26} columns={[{prop:"a",name:"A"},{prop:"b",name:"B", pin:"colPinEnd"}]} source={[{a:"1",b:"2"},{a:"3",b:"4"}]} rowHeaders={{size:48} as any} /></div>);
  await new Promise(r=>setTimeout(r,1500));
  console.log(container.innerHTML.replace(/style="[^"]*"/g,"").slice(0,6000));
});
